import { expect, test } from 'vitest'
import { blocksOf, fillIn, unusedPlaceholders } from './document-lines.ts'

const document = `# Title

## Install

**Programs.** Text.

\`\`\`
apt update

apt install x
\`\`\`

\`\`\`json
{}
\`\`\`

**Users and folders.** Text.

\`\`\`sh
adduser x
\`\`\`

### Later

\`\`\`
date
\`\`\`
`

test('each block of shell lines in a document is found, with its heading and its introduction', () => {
  expect(blocksOf(document)).toEqual([
    { chapter: 'Install', lead: 'Programs', lines: ['apt update', 'apt install x'] },
    { chapter: 'Install', lead: 'Users and folders', lines: ['adduser x'] },
    { chapter: 'Later', lead: '', lines: ['date'] },
  ])
})

test('placeholders in shell lines are replaced, and replacements for placeholders that occur in no line are reported', () => {
  const replacing = [
    ['VERSION', '2'],
    ['NAME', 'x'],
  ] as const
  expect(fillIn('cp VERSION VERSION.old', replacing)).toBe('cp 2 2.old')
  expect(unusedPlaceholders(['cp VERSION VERSION.old'], replacing)).toEqual(['NAME'])
})
