import * as http from 'node:http'
import * as https from 'node:https'

const timeoutMs = 10_000
const agents = { http: new http.Agent({ keepAlive: false }), https: new https.Agent({ keepAlive: false }) }

/** Posts an event on a new connection. */
export function post(url: string, body: string, signature: string, stop: AbortSignal): Promise<Attempt> {
  const isTls = url.startsWith('https:')
  return new Promise(resolve => {
    const request = (isTls ? https : http).request(
      url,
      {
        method: 'POST',
        agent: isTls ? agents.https : agents.http,
        signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Stripe/1.0 (pay-sandbox)',
          'cache-control': 'no-cache',
          accept: '*/*; q=0.5, application/xml',
          'stripe-signature': signature,
        },
      },
      response => {
        const { statusCode: status = 0 } = response
        response.on('error', error => resolve({ error: error.message }))
        response.on('end', () => resolve({ status }))
        response.resume()
      },
    )
    request.on('error', error => resolve({ error: error.name === 'TimeoutError' ? 'timed out' : error.message }))
    request.end(body)
  })
}

/** The status of the response, or the reason why there was none. */
export type Attempt = { status: number } | { error: string }

export function isDelivered(attempt: Attempt): boolean {
  return 'status' in attempt && attempt.status >= 200 && attempt.status < 300
}
