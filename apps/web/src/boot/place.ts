import { listedMarket } from './list-page.ts'

/**
 * The page at the current address, without its market: `finlist`, `watchlist`... Unknown addresses yield a name too.
 */
export function placeNow(): string {
  const [, name = ''] = /^\/([\w-]+?)(?:-\w\w)?\/*$/.exec(location.pathname) ?? []
  return listedMarket() ? 'finlist' : name
}
