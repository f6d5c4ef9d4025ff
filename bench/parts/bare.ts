import { createServer } from 'node:http'

/** The baseline server: plain node:http that sends, for each path, the same bytes as the product. */
type Answers = Record<string, { status: number; headers: [string, string][]; body: string }>

process.once('message', (answers: Answers) => {
  const ready = new Map(
    Object.entries(answers).map(([path, { status, headers, body }]) => [
      path,
      { status, headers: headers.flat(), body: Buffer.from(body, 'base64') },
    ]),
  )
  const server = createServer((request, response) => {
    const answer = ready.get(request.url ?? '')
    if (!answer) return response.writeHead(404).end()
    response.writeHead(answer.status, answer.headers)
    return response.end(answer.body)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' ? address?.port : 0)
  })
})
process.on('disconnect', () => process.exit(0))
