import { type AgainAnswer, type AgainAsked, makeAgain } from './make-again.ts'

const answer = (message: AgainAnswer) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<AgainAsked>) => {
  void makeAgain(data, bytes => answer({ bytes })).then(answer)
})
