import type { Head } from './chain.ts'

/**
 * The head as a line that a user keeps outside the record. Comparing it later reveals whether the record was rewritten.
 */
export const headLine = (origin: string, { seq, hash }: Head): string => `${origin} ${seq} ${hash}`

/** Reads a head line; undefined for any other line. */
export function readHeadLine(line: string): (Head & { origin: string }) | undefined {
  const [, origin, seq, hash] = /^(\S{1,300}) ([1-9]\d{0,14}) ([0-9a-f]{64})$/.exec(line.trim()) ?? []
  return origin && seq && hash ? { origin, seq: Number(seq), hash } : undefined
}
