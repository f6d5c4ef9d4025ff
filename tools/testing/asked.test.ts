import { expect, test } from 'vitest'
import { asked } from './asked.mjs'

test.for([
  [[], { tests: 'fast', stories: 'fast', runsChecks: true, runsStories: true }],
  [['gate'], { tests: 'all', stories: 'all', runsChecks: false, patterns: ['gate'] }],
  [['--changed'], { tests: 'fast', stories: 'all', runsChecks: true }],
  [['--shard', '2/4'], { runsChecks: false, shard: '2/4' }],
  [['--watch'], { runsStories: false }],
  [['--full'], { tests: 'all', stories: 'all', runsChecks: true }],
  [['--full', '--rest'], { tests: 'rest', stories: 'rest', runsChecks: false, runsStories: true }],
  [['--full', '--slow'], { tests: 'fast', runsChecks: false, runsStories: false }],
] as const)('the command line %j runs %j', ([typed, expected]) => {
  expect(asked(typed)).toMatchObject(expected)
})

test.for([
  [['--rest'], '--rest'],
  [['--full', '--rest', '--slow'], 'exclude'],
  [['--shard', '5/4'], '--shard 5/4'],
  [['--nonsense'], '--nonsense'],
] as const)('the command line %j is refused with an error that names %s', ([typed, named]) => {
  expect(() => asked(typed)).toThrow(named)
})
