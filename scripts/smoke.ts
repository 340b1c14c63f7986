/** `npm run smoke -- https://…`: checks whether a deployment works. Exits with 1 if a check fails. */
import { smokeFindings } from './stack/smoke-checks.ts';

process.exitCode = await main(process.argv.slice(2));

async function main([address = '', ...more]: readonly string[]): Promise<number> {
  if (more.length > 0 || !/^https?:\/\//.test(address) || !URL.canParse(address)) {
    console.error('Usage: npm run smoke -- https://candor.example.workers.dev');
    return 1;
  }
  const origin = new URL('/', address);
  const findings = await smokeFindings(origin);
  for (const { name, problem, tookMs } of findings) {
    console.log(`${problem === null ? 'ok   ' : 'WRONG'}  ${name} (${Math.round(tookMs)} ms)`);
    if (problem !== null) console.log(`       ${problem}`);
  }
  const wrong = findings.filter(({ problem }) => problem !== null).length;
  console.log(wrong === 0 ? `\n${origin.origin} works.` : `\n${wrong} of ${findings.length} checks failed.`);
  return wrong === 0 ? 0 : 1;
}
