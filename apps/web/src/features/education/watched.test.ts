import { expect, it } from 'vitest'
import { nextWatched, stoppedAt, type Watched } from './watched.ts'

it.each([
  ['at its start', 0.4, 60, undefined],
  ['in its middle', 31.7, 60, 31],
  ['just before its end', 56.9, 60, 56],
  ['in its last seconds', 58, 60, -1],
  ['at the end of a very short video', 9.8, 10, -1],
  ['of unknown length', 5, Number.NaN, undefined],
])('the position of a video stopped %s is remembered correctly', (_, at, duration, kept) => {
  expect(nextWatched({}, { vimeoId: 'a', at, duration })['a']).toBe(kept)
})

it('a video resumes where it stopped, or starts from the beginning if it was watched to the end', () => {
  const watched: Watched = { a: 31, b: -1 }
  expect([stoppedAt(watched, 'a'), stoppedAt(watched, 'b'), stoppedAt(watched, 'c')]).toEqual([31, 0, 0])
})

it('the two hundred most recently watched videos are remembered', () => {
  let watched: Watched = {}
  for (let video = 0; video < 201; video++)
    watched = nextWatched(watched, { vimeoId: `v${video}`, at: 9, duration: 60 })
  expect(Object.keys(watched)).toHaveLength(200)
  expect([watched['v0'], watched['v200']]).toEqual([undefined, 9])
})
