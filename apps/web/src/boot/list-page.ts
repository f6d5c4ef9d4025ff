import { type Market, markets } from '@finlist/domain/markets'
import { keptObject } from './kept.ts'

/** The market whose list is at the current address. The start page shows the current market's list. */
export function listedMarket(): Market | undefined {
  const { pathname, search } = location
  const isStart = pathname === '/' && search === ''
  const suffix = isStart
    ? (keptObject('currentMarket')['linkSuffix'] ?? 'hk')
    : pathname === '/'
      ? 'hk'
      : /^\/finlist-(\w+)\/*$/.exec(pathname)?.[1]
  return markets.find(({ linkSuffix }) => linkSuffix === suffix)
}
