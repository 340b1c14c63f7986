// Installed by `npm run bench` beside this file, not by the root: the type check does without their types.
declare module '@ixjb94/indicators';
