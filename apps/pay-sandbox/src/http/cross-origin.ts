/** CORS headers that let the shop's pages read a response; empty for other origins. */
export function crossOrigin(origin: string | undefined, allowed: string | undefined): Record<string, string> {
  if (origin === undefined || (allowed !== undefined && origin !== allowed)) return {}
  return {
    'Access-Control-Allow-Origin': allowed ?? '*',
    'Access-Control-Expose-Headers': 'Request-Id, Stripe-Version',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    Vary: 'Origin',
  }
}

export const preflight = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, Stripe-Version',
  'Access-Control-Max-Age': '600',
}
