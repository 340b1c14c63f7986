// Without types of its own.
declare module 'subset-font';
