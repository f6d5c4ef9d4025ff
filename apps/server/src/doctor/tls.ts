import { connect } from 'node:tls'
import { type Check, type Finding, notTried, ok, reasonOf, wrong } from './check.ts'

const see = 'Behind a proxy'
const dayMs = 86_400_000
/**
 * Certificates are renewed when a third of their lifetime is left. A certificate with less than 14 days and less than a
 * sixth of its lifetime left has evidently not been renewed.
 */
const soonMs = 14 * dayMs
const soonShare = 1 / 6
const withinMs = 10_000

/**
 * Checks that the public URL is https with a certificate that browsers trust, and that plain http serves no content.
 */
export const tls: Check = {
  name: 'TLS',
  run: ({ config, now }) => tryTls(config.publicUrl, now),
}

/** `ca`: additional trusted certificates, in PEM. */
export async function tryTls(publicUrl: URL, now: number, ca?: string): Promise<Finding> {
  if (publicUrl.protocol !== 'https:') return notTried('PUBLIC_URL is a loopback address without https.')
  const { hostname, port } = publicUrl
  const certificate = await certificateOf(hostname, Number(port || 443), ca).catch((error: unknown) => reasonOf(error))
  if (typeof certificate === 'string')
    return wrong(`${publicUrl.origin} has no certificate that browsers trust: ${certificate}.`, see)
  const leftMs = Date.parse(certificate.validTo) - now
  const wholeMs = Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)
  const daysLeft = Math.floor(leftMs / dayMs)
  if (leftMs < Math.min(soonMs, wholeMs * soonShare))
    return wrong(`The certificate of ${hostname} ends in ${daysLeft} days, and was not renewed.`, see)
  const plain = await plainStatus(hostname)
  if (plain !== undefined && (plain < 300 || plain >= 400))
    return wrong(`http://${hostname}/ answers ${plain} without https. Have the proxy redirect it to https.`, see)
  return ok(`The certificate of ${hostname} is good for ${daysLeft} days more.`)
}

function certificateOf(
  host: string,
  port: number,
  ca: string | undefined,
): Promise<{ validFrom: string; validTo: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, ...(ca && { ca }) }, () => {
      const { valid_from: validFrom, valid_to: validTo } = socket.getPeerCertificate()
      resolve({ validFrom, validTo })
      socket.end()
    })
    socket.setTimeout(withinMs, () => socket.destroy(new Error('no answer within ten seconds')))
    socket.once('error', reject)
  })
}

/** The status of a plain http request; undefined if there is no response. */
async function plainStatus(hostname: string): Promise<number | undefined> {
  const answer = await fetch(`http://${hostname}/`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(withinMs),
  }).catch(() => undefined)
  return answer?.status
}
