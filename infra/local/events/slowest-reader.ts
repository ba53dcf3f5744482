/**
 * Follows how far the readers of a stream have come, and calls `onAll` with the number up to which all of them have.
 * Nothing is called before each reader has reported once.
 */
export function createSlowestReader(
  readers: readonly string[],
  onAll: (sequenceNumber: string) => void,
): (reader: string, sequenceNumber: string) => void {
  const workedOn = new Map<string, string>();
  return (reader, sequenceNumber) => {
    workedOn.set(reader, sequenceNumber);
    const places = readers.map((each) => workedOn.get(each));
    if (places.some((place) => place === undefined)) return;
    const [slowest] = places
      .filter((place) => place !== undefined)
      .toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
    if (slowest !== undefined) onAll(slowest);
  };
}
