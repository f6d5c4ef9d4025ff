/** `own`: whether the running story has its own server. A worker process runs one story at a time. */
export const servers = { own: false }
