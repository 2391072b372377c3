/** Which of the addresses of deliveries are data, and which are pages. */

/** True for what of the addresses below `/deliveries` is data: the others are pages. */
export const isDeliveryData = ({ method, path }: { method: string; path: string }): boolean =>
  (method !== 'GET' && method !== 'HEAD') || /\.json$|\/(body|tail)$/.test(path)
