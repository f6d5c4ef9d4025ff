import { expect, test } from 'vitest'
import { unknownCommands } from './check-commands.ts'

test('a command that `finlist` does not have is reported once, in a code span as well as in a shell line', () => {
  const text = [
    'Run `finlist doctor` first, then `finlist mend` and `finlist mend --all`.',
    'finlist restore file.gz && finlist fly',
    'docker exec finlist finlist sing',
    'TOKEN=$(finlist token you@finlist.example)',
    'The finlist user owns nothing; systemctl enable --now finlist',
  ].join('\n')
  expect(unknownCommands(text)).toEqual(['mend', 'fly', 'sing'])
})
