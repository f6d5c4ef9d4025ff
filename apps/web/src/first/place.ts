import { listedMarket } from './list-page.ts'

/** What the address shows, whatever the market: `finlist`, `watchlist`... Unknown addresses have a name too. */
export function placeNow(): string {
  const [, name = ''] = /^\/([\w-]+?)(?:-\w\w)?\/*$/.exec(location.pathname) ?? []
  return listedMarket() ? 'finlist' : name
}
