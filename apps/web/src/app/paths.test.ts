import { globSync, readFileSync } from 'node:fs'
import { appPaths, publicPaths } from '@finlist/contract/app-paths'
import { expect, test } from 'vitest'
import { inPublicFrame, marketAt, marketPageAt, pathOf, routeAt, routes } from './paths.ts'

test('a route is found with and without a trailing slash', () => {
  expect(routeAt('/')).toMatchObject({ screen: 'finlist', of: 'hk' })
  expect(routeAt('/finlist-jp/')).toMatchObject({ screen: 'finlist', of: 'jp' })
  expect(routeAt('/finder-us')).toBeUndefined()
  expect(pathOf('markettrend', 'tw')).toBe('/markettrend-tw')
  expect(marketPageAt('/watchlist')).toBeUndefined()
  expect(['/markettrend-us', '/market-movers-hk', '/watchlist'].map(marketAt)).toEqual(['us', 'hk', undefined])
})

test('the server lists every route of the app, and every public one', () => {
  const paths = (of: readonly { path: string }[]) => of.map(({ path }) => path).toSorted()
  expect(appPaths.toSorted()).toEqual(paths(routes))
  expect(publicPaths.toSorted()).toEqual(paths(routes.filter(({ screen }) => inPublicFrame.includes(screen))))
})

test('every route used in components and features exists', () => {
  const root = new URL('..', import.meta.url).pathname
  const known = new Set<string>(routes.map(route => route.path))
  const written = globSync(`${root}{components,features}/**/*.tsx`).flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/(?:to="|navigate\(')(\/[^"'?#]*)/g)].map(([, path]) => path),
  )
  expect(written.length).toBeGreaterThan(1)
  expect(written.filter(path => !known.has(path ?? ''))).toEqual([])
})
