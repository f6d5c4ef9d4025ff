import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, sourceFiles } from './source-files.ts'

/** `npm run largest`: the ten largest source files. One past 250 lines gets a second look; tests may be long. */
const files = sourceFiles().filter(path => !/(^|\/)(test|e2e)\/|\.test\./.test(path))
const sized = files.map(path => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }))
sized.sort((a, b) => b.lines - a.lines)
for (const { path, lines } of sized.slice(0, 10)) console.log(`${String(lines).padStart(6)}  ${path}`)
const share = (part: number) => sized[Math.floor(sized.length * (1 - part))]?.lines ?? 0
console.log(`${files.length} files, median ${share(0.5)} lines, nine of ten below ${share(0.9)}`)
