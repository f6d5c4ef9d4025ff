import type { TestRecord } from './records.mjs'

/** Seconds that each group may take in `npm test` on two idle cores. */
export const fastBudgets: Record<string, number>
export function summarise(
  records: readonly TestRecord[],
  options: {
    /** How many tests run at the same time; the summed time of a group's tests is divided by it. */
    cores: number
    /** The time from start to end of each group that ran alone. */
    wallMs?: Record<string, number>
    /** The seconds that each group may take; by default none are printed. */
    budgets?: Record<string, number> | undefined
    /** The output of runtime crashes whose tests were run again. */
    crashes?: readonly string[]
    /** From the start of the run to its end. */
    tookMs?: number
    print?: (text: string) => void
  },
): boolean
export function unmarkedSlow(records: readonly TestRecord[]): TestRecord[]
export function medians(rounds: readonly (readonly TestRecord[])[]): TestRecord[]
