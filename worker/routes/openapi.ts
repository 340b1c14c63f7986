import { Hono } from 'hono/tiny';
import type { AppEnv } from '../app-env.ts';
import { encodeAnswer } from '../encoded-answers.ts';
import type { EncodedAnswer } from '../encoded-answers.ts';
import { openApiDocument } from '../openapi.ts';
import { respondDocument } from '../respond.ts';

let printed: Promise<EncodedAnswer> | null = null;

/** `GET /openapi.json`: this interface, from the schemas that the routes validate with. */
export const openApiRoute = new Hono<AppEnv>().get('/openapi.json', async (c) => {
  printed ??= encodeAnswer(openApiDocument());
  return respondDocument(c, await printed);
});
