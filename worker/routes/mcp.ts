/**
 * The Model Context Protocol (MCP) for assistants: one JSON-RPC message per POST, without sessions or streams. Up to version
 * 2025-11-25 a client begins with `initialize`; since 2026-07-28 each request states its version.
 * https://modelcontextprotocol.io/specification
 */
import { ASSISTANT_DOCUMENTS, ASSISTANT_INSTRUCTIONS } from '#compute';
import type { Context } from 'hono';
import * as v from 'valibot';
import { parseJson, readBody } from '../body.ts';
import { VERSION } from '../config.ts';
import { documentSafeJson } from '../contract/snapshot-codec.ts';
import { errorBody, respondEmpty, respondError, respondUncached } from '../http/respond.ts';
import type { AppEnv } from '../services.ts';
import { callTool, LISTED_TOOLS } from './mcp-tools.ts';

const MAX_MESSAGE_BYTES = 64 * 1024;

const STATELESS_VERSION = '2026-07-28';
const LATEST_HANDSHAKE_VERSION = '2025-11-25';
const HANDSHAKE_VERSIONS: readonly unknown[] = [LATEST_HANDSHAKE_VERSION, '2025-06-18'];
const VERSIONS = [STATELESS_VERSION, ...HANDSHAKE_VERSIONS];

type Fields = Readonly<Record<string, unknown>>;

type Reply = { readonly status?: number } & ({ readonly result: Fields } | { readonly error: Fields });

const idSchema = v.optional(v.union([v.string(), v.pipe(v.number(), v.finite())]));

const fieldsSchema = v.record(v.string(), v.unknown());

const messageSchema = v.object({
  jsonrpc: v.literal('2.0'),
  /** A message without it is a notification. */
  id: idSchema,
  method: v.string(),
  params: v.optional(fieldsSchema, {}),
});

type Message = v.InferOutput<typeof messageSchema>;

const META = 'io.modelcontextprotocol/';

const ABOUT = { capabilities: { tools: {}, resources: {} }, instructions: ASSISTANT_INSTRUCTIONS };

const SERVER = { name: 'candor', title: 'Candor', version: VERSION };

/** Lists and documents change only with a release. */
const CACHEABLE = { ttlMs: 3_600_000, cacheScope: 'public' };

/** Answers a client's message. */
export async function respondToMessage(c: Context<AppEnv>): Promise<Response> {
  const text = await readBody(c.req.raw, MAX_MESSAGE_BYTES);
  if (text === null) return respondError(c, { reason: 'body_too_large' });
  const sent = parseJson(text);
  const parsed = v.safeParse(messageSchema, sent);
  if (!parsed.success) {
    const { id } = Object(sent) as Fields;
    const reply = sent === null ? failed(-32700, 'Not JSON', 400) : failed(-32600, 'Not one request', 400);
    return respondReply(v.is(idSchema, id) ? id : undefined, reply);
  }
  const message = parsed.output;
  const { id } = message;
  if (id === undefined) return respondEmpty(202);
  const isStateless = !isOfHandshake(c, message);
  const refused = isStateless ? refusedRequest(c, message) : null;
  const reply = refused ?? (await replyTo(c, message, isStateless));
  if (!isStateless || !('result' in reply)) return respondReply(id, reply);
  const about = { resultType: 'complete', _meta: { [`${META}serverInfo`]: SERVER } };
  return respondReply(id, { result: { ...about, ...reply.result } });
}

async function replyTo(
  c: Context<AppEnv>,
  { method, params }: Message,
  isStateless: boolean,
): Promise<Reply> {
  switch (method) {
    case 'tools/list':
      return { result: { tools: LISTED_TOOLS, ...CACHEABLE } };
    case 'tools/call':
      return toolReply(c, params);
    case 'resources/list':
      return {
        result: { resources: ASSISTANT_DOCUMENTS.map(({ uri, name }) => ({ uri, name })), ...CACHEABLE },
      };
    case 'resources/templates/list':
      return { result: { resourceTemplates: [], ...CACHEABLE } };
    case 'resources/read':
      return documentReply(params, isStateless ? -32602 : -32002);
    case isStateless && 'server/discover':
      return { result: { supportedVersions: VERSIONS, ...ABOUT, ...CACHEABLE } };
    case !isStateless && 'initialize':
      return handshakeReply(params);
    case !isStateless && 'ping':
      return { result: {} };
    default:
      return failed(-32601, 'Unknown method', isStateless ? 404 : 200);
  }
}

function handshakeReply({ protocolVersion: requested }: Fields): Reply {
  if (typeof requested !== 'string') return failed(-32602, 'Invalid parameters');
  const protocolVersion = HANDSHAKE_VERSIONS.includes(requested) ? requested : LATEST_HANDSHAKE_VERSION;
  return { result: { protocolVersion, serverInfo: SERVER, ...ABOUT } };
}

function respondReply(id: Message['id'], { status, ...reply }: Reply): Response {
  return respondUncached(documentSafeJson({ jsonrpc: '2.0', id, ...reply }), status);
}

function failed(code: number, message: string, status = 200, data?: Fields): Reply {
  return { status, error: { code, message, data } };
}

function metaOf({ _meta: meta }: Fields): Fields {
  return Object(meta);
}

/** Whether a request states a version with handshake, or none, in its header and its message. */
function isOfHandshake(c: Context<AppEnv>, { params }: Message): boolean {
  const versions = [c.req.header('MCP-Protocol-Version'), metaOf(params)[`${META}protocolVersion`]];
  return versions.every((version) => version === undefined || HANDSHAKE_VERSIONS.includes(version));
}

/** Why to refuse a request without handshake. Proxies may decide by its headers, so these must agree with the message. */
function refusedRequest(c: Context<AppEnv>, { method, params }: Message): Reply | null {
  const meta = metaOf(params);
  const requested = meta[`${META}protocolVersion`];
  const isComplete = typeof requested === 'string' && v.is(fieldsSchema, meta[`${META}clientCapabilities`]);
  if (!isComplete) return failed(-32602, 'Invalid parameters', 400);
  const mismatch = failed(-32020, 'Headers don’t match the message', 400);
  if (c.req.header('MCP-Protocol-Version') !== requested) return mismatch;
  if (requested !== STATELESS_VERSION) {
    return failed(-32022, 'Unsupported protocol version', 400, { supported: VERSIONS, requested });
  }
  const subject = method === 'resources/read' ? params['uri'] : params['name'];
  const isNamed = /^(?:tools\/call|resources\/read)$/.test(method) && subject !== undefined;
  const isMatch =
    c.req.header('Mcp-Method') === method && (!isNamed || decoded(c.req.header('Mcp-Name')) === subject);
  return isMatch ? null : mismatch;
}

/** A header's text, which is in base64 if it isn't plain ASCII; `null` if unreadable. */
function decoded(header = ''): string | null {
  const base64 = /^=\?base64\?(.*)\?=$/.exec(header)?.[1];
  if (base64 === undefined) return header;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** What a tool answers, or why not: an assistant can correct its arguments, but not a name that doesn't exist. */
async function toolReply(c: Context<AppEnv>, { name, arguments: given = {} }: Fields): Promise<Reply> {
  if (!v.is(fieldsSchema, given)) return failed(-32602, 'Invalid parameters');
  const outcome = await callTool(c, name, given);
  if (outcome === null) return failed(-32602, 'Unknown tool');
  const content = outcome.ok ? outcome.value : errorBody(c, outcome.error).body;
  const text = JSON.stringify(content);
  return {
    result: { content: [{ type: 'text', text }], structuredContent: content, isError: !outcome.ok },
  };
}

function documentReply({ uri }: Fields, missingCode: number): Reply {
  const document = ASSISTANT_DOCUMENTS.find((other) => other.uri === uri);
  if (document === undefined) return failed(missingCode, 'Unknown resource', 200, { uri });
  return { result: { contents: [{ uri, text: document.text }], ...CACHEABLE } };
}
