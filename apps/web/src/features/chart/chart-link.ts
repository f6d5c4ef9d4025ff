import { type Resolution, resolutions } from '@finlist/domain/chart/spans'
import type { Aim } from './around/use-aim.ts'

type Linked = { resolution?: Resolution; aim?: Aim }

/** Parses the interval and the days from the address. Invalid values are left out. */
export function linkedIn(search: URLSearchParams): Linked {
  const resolution = resolutions.find(it => it === search.get('interval'))
  const from = search.get('from') ?? ''
  const to = search.get('to') ?? ''
  return { ...(resolution && { resolution }), ...(isDay(from) && isDay(to) && from <= to && { aim: { from, to } }) }
}

const isDay = (day = '') => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))
