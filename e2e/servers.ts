/** `own`: whether the story that is running has its own server. A worker process runs one story at a time. */
export const servers = { own: false }
