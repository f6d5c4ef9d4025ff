import { call } from './call.ts'

export const health = call({ method: 'GET', path: '/health', needs: 'public', protocol: true })
