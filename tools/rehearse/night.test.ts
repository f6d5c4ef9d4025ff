import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { childEnv } from '../child-env.ts'
import { root } from '../source-files.ts'

const run = (...args: string[]) =>
  spawnSync(process.execPath, ['tools/run.mjs', 'tools/rehearse/', ...args], {
    cwd: root,
    env: childEnv({ ...(process.env['TMPDIR'] && { TMPDIR: process.env['TMPDIR'] }) }),
    encoding: 'utf8',
  })

test('the rehearsal of a week of nights prints its usage', () => {
  expect(run('night', '--help').stdout).toContain('npm run rehearse -- night')
})

test('a week of nights with 429s, cut bodies, renamed columns, a late day, a restated year and a killed server loses nothing, stores nothing twice, raises doubts, and publishes or refuses each list on time', {
  tags: ['slow'],
  timeout: 1_200_000,
}, () => {
  const { status, stdout, stderr } = run('night')
  expect({ status, wrong: stdout.split('\n').filter(line => line.startsWith('✗')), stderr }).toEqual({
    status: 0,
    wrong: [],
    stderr: '',
  })
  expect(stdout).toContain('✓ nothing was lost')
})
