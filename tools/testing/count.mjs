// `node tools/testing/count.mjs FILE...`: prints the failures of several runs again, then one line with the number of
// their tests. Fails if a run wrote no records.
import { readRecords, tellFailure } from './records.mjs'

const records = process.argv.slice(2).flatMap(readRecords)
const inState = state => records.filter(record => record.state === state)
const failed = inState('failed')
if (failed.length > 0) console.log(`\nFailed:\n\n${failed.map(tellFailure).join('\n\n')}\n`)
console.log(`${inState('passed').length} passed, ${failed.length} failed, ${inState('skipped').length} skipped`)
process.exit(failed.length > 0 ? 1 : 0)
