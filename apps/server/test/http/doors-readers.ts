import { Agent } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { askOnce } from '../line.ts'

/** Readers in a separate thread, so that work of the main thread does not count as slowness of the server. */
export type Readers = { url: string; headers: Record<string, string>; count: number }
export type Read = { times: number[]; failed: string[] }

const { url, headers, count } = workerData as Readers
const agent = new Agent({ keepAlive: true, maxSockets: count })
let read: Read = { times: [], failed: [] }
let reading = true

parentPort!.on('message', (order: 'take' | 'stop') => {
  parentPort!.postMessage(read)
  read = { times: [], failed: [] }
  if (order === 'take') return
  reading = false
  parentPort!.close()
})

/** Sends each request as soon as the previous one was answered. */
async function keepReading() {
  while (reading) {
    const answer = await askOnce(url, agent, { headers }).catch((error: Error) => error)
    if (answer instanceof Error) read.failed.push(answer.message)
    else if (answer.http !== 200) read.failed.push(`${answer.http} ${answer.text}`)
    else read.times.push(answer.ms)
  }
}

await Promise.all(Array.from({ length: count }, keepReading))
agent.destroy()
