import { marketOf } from '@finlist/domain/markets'
import { read } from '../../api/storage.ts'
import { type AppRoute, type Path, pathOf, routeAt } from '../paths.ts'

/** The places that `g` and a letter open. Lists are those of the market seen last. */
const places = {
  t: () => '/today',
  f: () => pathOf('finlist', here()),
  m: () => pathOf('markettrend', here()),
  r: () => pathOf('track-record', here()),
  w: () => '/watchlist',
  c: () => '/interactive-chart',
  s: () => '/screener',
  a: () => '/alerts',
  i: () => '/inbox',
  e: () => '/education',
  g: () => '/fintrainer',
  d: () => '/dashboard',
  h: () => '/faq',
} as const satisfies Record<string, () => Path>

const here = () => marketOf(read('currentMarket').id).linkSuffix

export const placeOf = (letter: string): Path | undefined => places[letter as keyof typeof places]?.()

export const placesByLetter = (): { letter: string; route: AppRoute }[] =>
  Object.entries(places).map(([letter, path]) => ({ letter, route: routeAt(path())! }))
