/** `llms.txt` (llmstxt.org): what an assistant needs to know about the site, generated from the API's operations. */
import { OPERATIONS, type Operation, type OperationName } from '../worker/http/operations.ts';
import { DESCRIPTIONS } from './openapi-document.ts';

/** `origin`: the site's, empty for relative links. */
export function llmsText(origin: string): string {
  const link = (path: string, name: string, text: string) => `- [${name}](${origin}${path}): ${text}`;
  const requests = Object.entries<Operation>(OPERATIONS).flatMap(([name, { path }]) => {
    const { example, summary } = DESCRIPTIONS[name as OperationName];
    return example === undefined ? [] : link(example, `GET ${path}`, summary);
  });
  return `# Candor

> Stock forecasts that show their record: an 80% range for each listing, the chances of a rise and a fall, and a public ledger of how often past ranges held.

Not investment advice. Forecasts are model estimates. With an estimate always state its 80% range, its date, its source and whether it is stale. Where \`source\` is \`sample\`, prices are simulated and say nothing about real markets. A listing without a forecast has a reason: state it, and invent no figures.

The keyless source, Yahoo Finance, is for personal use. Any other use needs a licensed source. 300 requests per minute for each IP address.

## API

${link('/api', 'Requests and fields', 'every field with its unit and meaning, and examples')}
${link('/api/openapi.json', 'OpenAPI 3.1', 'the same for programs')}
${requests.join('\n')}

## Pages

${link('/method', 'Method', 'how the forecast works, how it was tested, and what it cannot do')}
${link('/track-record', 'Track record', 'the public ledger’s scores')}
${link('/data', 'Data', 'sources, delays and what is simulated')}
${link('/terms', 'Terms', 'what users can expect, and what not')}
`;
}
