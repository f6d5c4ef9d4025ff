import { join } from 'node:path'

/** Where the servers of the stories write what they have to say. */
export const serverLog = {
  attachment: 'server log',
  /** Of the server that stories share. */
  file: () => join(process.env['E2E_DATA_DIR'] ?? '', 'server.log'),
}
