import { listedMarket } from './list-page.ts'

/** The page at this address without its market: `finlist`, `watchlist`... Returns a name for unknown addresses too. */
export function placeNow(): string {
  const [, name = ''] = /^\/([\w-]+?)(?:-\w\w)?\/*$/.exec(location.pathname) ?? []
  return listedMarket() ? 'finlist' : name
}
