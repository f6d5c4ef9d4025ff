import { listedMarket } from './list-page.ts'

/** The page at this address, whatever the market: `finlist`, `watchlist`... Unknown addresses return a name too. */
export function placeNow(): string {
  const [, name = ''] = /^\/([\w-]+?)(?:-\w\w)?\/*$/.exec(location.pathname) ?? []
  return listedMarket() ? 'finlist' : name
}
