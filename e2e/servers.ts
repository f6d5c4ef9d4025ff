/** Whether the running story has a server of its own. A worker runs one story at a time. */
export const servers = { own: false }
