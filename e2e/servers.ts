/** Whether the running story has its own server. A worker runs one story at a time. */
export const servers = { own: false }
