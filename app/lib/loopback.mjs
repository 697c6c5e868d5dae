/**
 * True for names and addresses that only this computer reaches.
 * @param {string} host
 * @returns {boolean}
 */
export function isLoopback(host) {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}
