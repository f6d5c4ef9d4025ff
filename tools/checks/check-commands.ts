import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '../../apps/server/src/commands/commands.ts'
import { operatorChapters } from '../operator-guide.ts'
import { root } from '../source-files.ts'

const manuals = () => ['docs/operate.md', ...operatorChapters(), 'deploy/finlist.env']
/** Matches `finlist` as a command in a shell line or code span, and captures the word after it. */
const asCommand = /(?:^|[`$(]|&& |\| |exec finlist )(?:sudo )?finlist ([a-z][a-z-]*)/gm
const builtIn = ['help', 'completion']

/** Commands in the operator's documents that `finlist` does not have, as `FILE: finlist WORD …`. */
export function checkCommands(): string[] {
  return manuals().flatMap(file =>
    unknownCommands(readFileSync(join(root, file), 'utf8')).map(word => `${file}: finlist ${word} is no command`),
  )
}

export function unknownCommands(text: string): string[] {
  const named = Array.from(text.matchAll(asCommand), ([, word = '']) => word)
  return [...new Set(named)].filter(word => !Object.hasOwn(commands, word) && !builtIn.includes(word))
}
