// `npm run bench` installs these beside this file, not in the root, so the type check lacks their types.
declare module '@ixjb94/indicators';
