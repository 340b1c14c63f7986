export function getOrCompute<Key, Value extends {}>(
  memo: Map<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  let value = memo.get(key);
  if (value === undefined) memo.set(key, (value = make()));
  return value;
}
