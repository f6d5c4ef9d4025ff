import type { Day } from '@finlist/domain/calendar'
import type { DayBar } from '@finlist/domain/chart/spans'
import { timeOf } from '../picture.ts'

/** Finds the index of a bar by its day, or by its time in seconds. */
export class BarPlaces {
  #times: number[] = []
  #byDay = new Map<Day, number>()

  get times(): readonly number[] {
    return this.#times
  }

  of(day: Day): number | undefined {
    return this.#byDay.get(day)
  }

  show(bars: readonly DayBar[]) {
    this.#times = []
    this.#byDay = new Map()
    this.goOn(bars, 0)
  }

  /** `from`: the index of the first bar that is new or has changed. */
  goOn(bars: readonly DayBar[], from: number) {
    for (const [at, bar] of bars.slice(from).entries()) {
      this.#times[from + at] = timeOf(bar)
      this.#byDay.set(bar.date, from + at)
    }
  }
}
