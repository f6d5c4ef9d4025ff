import { join } from 'node:path'

/** The log files of the servers that stories use. */
export const serverLog = {
  attachment: 'server log',
  /** The log of the server that most stories share. */
  file: () => join(process.env['E2E_DATA_DIR'] ?? '', 'server.log'),
}
