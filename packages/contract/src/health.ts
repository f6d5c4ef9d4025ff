import { call } from './call.ts'

/** Responds 503 while the server is shutting down or cannot reach its database, otherwise 200. For load balancers. */
export const health = call({ method: 'GET', path: '/health', needs: 'public', protocol: true })
