// `node tools/testing/count.mjs FILE...`: one line that counts the tests of several runs; fails if a run wrote no records.
import { readRecords } from './records.mjs'

const records = process.argv.slice(2).flatMap(readRecords)
const count = state => records.filter(record => record.state === state).length
console.log(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`)
process.exit(count('failed') > 0 ? 1 : 0)
