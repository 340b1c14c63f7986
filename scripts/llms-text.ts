/** `llms.txt` (llmstxt.org): what an assistant needs to know about the site, from what the Worker tells assistants itself. */
import { ASSISTANT_DOCUMENTS, ASSISTANT_INSTRUCTIONS } from '../compute/index.ts';
import { OPERATIONS, type Operation, type OperationName } from '../worker/http/operations.ts';
import { LISTED_TOOLS } from '../worker/routes/mcp-tools.ts';
import { DESCRIPTIONS } from './openapi-document.ts';

/** `origin`: the site's, empty for relative links. */
export function llmsText(origin: string): string {
  const link = (path: string, name: string, text: string) => `- [${name}](${origin}${path}): ${text}`;
  const requests = Object.entries<Operation>(OPERATIONS).flatMap(([name, { path }]) => {
    const { example, summary } = DESCRIPTIONS[name as OperationName];
    return example === undefined ? [] : link(example, `GET ${path}`, summary);
  });
  const parts = [
    '# Candor',
    '> Stock forecasts that show their record: an 80% range for each listing, the chances of a rise and a fall, and a public ledger of how often past ranges held.',
    ASSISTANT_INSTRUCTIONS,
    ...ASSISTANT_DOCUMENTS.map(({ name, text }) => `## ${name}\n\n${text}`),
    `## Tools\n\n${link('/mcp', 'Model Context Protocol', 'a stateless endpoint, unless this site has turned it off. No key.')}`,
    LISTED_TOOLS.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n'),
    '## API',
    [
      link('/api', 'Requests and fields', 'every field with its unit and meaning, and examples.'),
      link('/api/openapi.json', 'OpenAPI 3.1', 'the same for programs.'),
      ...requests,
    ].join('\n'),
    '## Pages',
    [
      link('/method', 'Method', 'how the forecast works, how it was tested, and what it cannot do.'),
      link('/track-record', 'Track record', 'the public ledger’s scores.'),
      link('/data', 'Data', 'sources, delays and what is simulated.'),
      link('/terms', 'Terms', 'what users can expect, and what not.'),
    ].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}
