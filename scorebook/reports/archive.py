"""What makes a PDF/A-3 one that says of itself that it is a PDF/UA-1 too, and names what is attached to it once."""

from typing import Any

UA = """<rdf:Description xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" rdf:about="" pdfuaid:part="1"/>
<rdf:Description xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"
 rdf:about=""><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of ISO 14289</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
"""
"""PDF/A knows no word of PDF/UA: who uses one has to describe it."""
CLOSES = b"</rdf:RDF>"


def finish(_document: Any, pdf: Any) -> None:
    """Complete what WeasyPrint is about to write, whose document and PDF come here."""
    metadata = pdf.objects[_number(pdf.catalog["Metadata"])]
    told = b"\n".join(metadata.stream)
    metadata.stream = [told.replace(CLOSES, UA.encode() + CLOSES)]
    pdf.catalog["AF"][:] = dict.fromkeys(pdf.catalog["AF"])


def _number(reference: bytes) -> int:
    """Give the number of the object that a reference names."""
    return int(reference.split()[0])
