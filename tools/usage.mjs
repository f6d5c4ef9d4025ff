import { readFileSync } from 'node:fs'

/**
 * With `--help`, prints the usage of a program in tools or bench and exits. The usage is the program's first comment
 * that contains an npm command.
 */
export function usage(file, typed) {
  if (!typed.includes('--help') && !typed.includes('-h')) return
  const comments = readFileSync(file, 'utf8').match(/^(\/\*[^]*?\*\/|(\/\/ .*\n)+)/gm) ?? []
  const told = comments.find(comment => comment.includes('npm ')) ?? ''
  process.stdout.write(`${told.replaceAll(/^(\/\*\*?| \*\/| \*|\/\/) ?|`| ?\*\/$/gm, '').trim()}\n`)
  process.exit(0)
}
