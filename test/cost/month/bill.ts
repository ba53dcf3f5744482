/** The parts of AWS that a piece of work used. */
export type Usage = {
  times: number;
  readUnits: number;
  writeUnits: number;
  invocations: number;
  gigabyteSeconds: number;
  /** Number of requests from outside, through CloudFront and the gateway. */
  requests: number;
  queueRequests: number;
  starts: number;
  mails: number;
  logBytes: number;
};

/** The usage of a month by cause. */
export type Bill = ReadonlyMap<string, Usage>;

export function nothingUsed(): Usage {
  return {
    times: 0,
    readUnits: 0,
    writeUnits: 0,
    invocations: 0,
    gigabyteSeconds: 0,
    requests: 0,
    queueRequests: 0,
    starts: 0,
    mails: 0,
    logBytes: 0,
  };
}

/** Adds one usage to another, `times` times. */
export function addUsage(to: Usage, more: Partial<Usage>, times = 1): void {
  for (const name of Object.keys(to) as (keyof Usage)[]) to[name] += (more[name] ?? 0) * times;
}

/**
 * Returns the bill of many people, extrapolated from the bills of one person and of a few more: equal usage stays as it
 * is, the rest grows with the number of people.
 */
export function scaledBill(
  small: { readonly people: number; readonly bill: Bill },
  large: { readonly people: number; readonly bill: Bill },
  people: number,
): Bill {
  const more = (people - small.people) / (large.people - small.people);
  return new Map(
    [...large.bill].map(([cause, used]) => {
      const first = small.bill.get(cause) ?? nothingUsed();
      const scaled = nothingUsed();
      addUsage(scaled, first);
      addUsage(scaled, used, more);
      addUsage(scaled, first, -more);
      // The number of runs of a job does not depend on the number of people.
      if (cause.startsWith('job.')) scaled.times = used.times;
      return [cause, scaled];
    }),
  );
}
