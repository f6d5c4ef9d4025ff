import { createServer, type Server } from 'node:net'

/**
 * A mail server without encryption that stores each message as received, with its headers. It accepts everything except
 * recipients for which `refuse` returns an error.
 */
export async function openMailServer(
  port: number,
  mails: string[],
  refuse: (recipient: string) => string | undefined = () => undefined,
): Promise<Server> {
  const server = createServer(socket => {
    const say = (line: string) => socket.write(`${line}\r\n`)
    let inMessage = false
    let message = ''
    let rest = ''
    say('220 mail.example')
    socket.on('error', () => undefined)
    socket.on('data', data => {
      const lines = (rest + data.toString('latin1')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (inMessage && line !== '.') message += `${line}\n`
        else if (inMessage) {
          mails.push(message)
          message = ''
          inMessage = false
          say('250 taken')
        } else if (/^data/i.test(line)) {
          inMessage = true
          say('354 go on')
        } else if (/^starttls/i.test(line)) say('502 not here')
        else if (/^rcpt to:/i.test(line)) say(refuse(/<(.*)>/.exec(line)?.[1] ?? '') ?? '250 taken')
        else if (/^quit/i.test(line)) socket.end('221 bye\r\n')
        else say('250 mail.example')
      }
    })
  })
  await new Promise<void>(resolve => void server.listen(port, '127.0.0.1', () => resolve()))
  return server
}
