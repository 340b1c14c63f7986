export function getOrCompute<Key, Value extends {}>(
  memo: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  let value = memo.get(key);
  if (value === undefined) memo.set(key, (value = make()));
  return value;
}
