import type { Day } from '@finlist/domain/calendar'
import type { Reported } from '@finlist/domain/fundamentals/reported'

/** The figures in a response and its validator; undefined if the response has not changed. */
export type Found = { figures: Reported[]; validator: string } | undefined

/** A supplier of companies' quarterly figures. The functions throw SourceError if its response cannot be used. */
export type FiguresSource = {
  /** Shown on Overview and stored with each figure. */
  name: string
  /** Delay before each company's requests, in ms, so that the source's rate limit is kept. */
  pauseMs: number
  /**
   * Whether a response has every version of a figure with the day it became known. If not, it has only the newest
   * version, with the day on which the first one became known.
   */
  hasEveryVersion: boolean
  /** Makes one small request. Throws SourceError if the source cannot be used. */
  probe(): Promise<void>
  /** The companies' ids at the source, by stock code. Omits stocks that the source does not have. */
  companies(codes: readonly string[]): Promise<[code: string, id: string][]>
  /** A company's figures as of the day. `validator` is that of the previous response, '' if there is none. */
  figures(id: string, asked: { validator: string; day: Day }): Promise<Found>
}
