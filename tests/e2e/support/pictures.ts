import sharp from 'sharp';

/** A picture as a file input takes it; every call gives the same one. */
export async function picture(name = '图.png', background = '#d8c39a') {
  const buffer = await sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}
