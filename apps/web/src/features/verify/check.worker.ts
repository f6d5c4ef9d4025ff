import { type CheckAnswer, type CheckAsked, checkRecord } from './check-record.ts'

const answer = (message: CheckAnswer) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<CheckAsked>) => {
  void checkRecord(data, entries => answer({ entries })).then(answer)
})
