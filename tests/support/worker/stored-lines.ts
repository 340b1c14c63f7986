/** The three lines of a sealed KV value, each parsed: the seal, the printed answer, the record. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests take stored records apart
export function storedLines(value: string): { seal: any; answer: any; record: any } {
  const [seal, answer, record] = value.split('\n').map((line) => (line === '' ? null : JSON.parse(line)));
  return { seal, answer, record };
}
