/** What is said where this server's own answers about deliveries can't be read. */
export const notDeliveries = 'The server’s response doesn’t match its own format for deliveries.'
