/** Large listings of Nasdaq and the large American funds, by venue code: one `SYMBOL Name` a line. Compiled November 2026. */
export const NASDAQ_LISTINGS: Readonly<Record<string, string>> = {
  NMS: `
AAPL Apple Inc.
ABNB Airbnb, Inc.
ADBE Adobe Inc.
ADI Analog Devices, Inc.
ADP Automatic Data Processing, Inc.
ADSK Autodesk, Inc.
AEP American Electric Power Company, Inc.
ALGN Align Technology, Inc.
ALNY Alnylam Pharmaceuticals, Inc.
AMAT Applied Materials, Inc.
AMD Advanced Micro Devices, Inc.
AMGN Amgen Inc.
AMZN Amazon.com, Inc.
APP AppLovin Corporation
ARM Arm Holdings plc
ASML ASML Holding N.V.
AVGO Broadcom Inc.
AXON Axon Enterprise, Inc.
BIDU Baidu, Inc.
BIIB Biogen Inc.
BKNG Booking Holdings Inc.
BKR Baker Hughes Company
BMRN BioMarin Pharmaceutical Inc.
CDNS Cadence Design Systems, Inc.
CEG Constellation Energy Corporation
CHKP Check Point Software Technologies Ltd.
CHTR Charter Communications, Inc.
CMCSA Comcast Corporation
CME CME Group Inc.
COIN Coinbase Global, Inc.
COST Costco Wholesale Corporation
CPRT Copart, Inc.
CRWD CrowdStrike Holdings, Inc.
CSCO Cisco Systems, Inc.
CSGP CoStar Group, Inc.
CSX CSX Corporation
CTAS Cintas Corporation
CTSH Cognizant Technology Solutions Corporation
DASH DoorDash, Inc.
DDOG Datadog, Inc.
DKNG DraftKings Inc.
DLTR Dollar Tree, Inc.
DOCU DocuSign, Inc.
DXCM DexCom, Inc.
EA Electronic Arts Inc.
EBAY eBay Inc.
ENPH Enphase Energy, Inc.
EQIX Equinix, Inc.
EXC Exelon Corporation
EXPE Expedia Group, Inc.
FANG Diamondback Energy, Inc.
FAST Fastenal Company
FITB Fifth Third Bancorp
FSLR First Solar, Inc.
FTNT Fortinet, Inc.
GEHC GE HealthCare Technologies Inc.
GFS GlobalFoundries Inc.
GILD Gilead Sciences, Inc.
GOOG Alphabet Inc. Class C
GOOGL Alphabet Inc. Class A
HBAN Huntington Bancshares Incorporated
HON Honeywell International Inc.
HOOD Robinhood Markets, Inc.
IBKR Interactive Brokers Group, Inc.
IDXX IDEXX Laboratories, Inc.
ILMN Illumina, Inc.
INTC Intel Corporation
INTU Intuit Inc.
ISRG Intuitive Surgical, Inc.
JD JD.com, Inc.
KDP Keurig Dr Pepper Inc.
KHC The Kraft Heinz Company
KLAC KLA Corporation
LCID Lucid Group, Inc.
LIN Linde plc
LOGI Logitech International S.A.
LRCX Lam Research Corporation
LULU Lululemon Athletica Inc.
MAR Marriott International, Inc.
MCHP Microchip Technology Incorporated
MDB MongoDB, Inc.
MDLZ Mondelez International, Inc.
MELI MercadoLibre, Inc.
META Meta Platforms, Inc.
MNST Monster Beverage Corporation
MPWR Monolithic Power Systems, Inc.
MRNA Moderna, Inc.
MRVL Marvell Technology, Inc.
MSFT Microsoft Corporation
MSTR Strategy Inc
MU Micron Technology, Inc.
NDAQ Nasdaq, Inc.
NFLX Netflix, Inc.
NTAP NetApp, Inc.
NTES NetEase, Inc.
NVDA NVIDIA Corporation
NXPI NXP Semiconductors N.V.
ODFL Old Dominion Freight Line, Inc.
OKTA Okta, Inc.
ON ON Semiconductor Corporation
ORLY O'Reilly Automotive, Inc.
PANW Palo Alto Networks, Inc.
PAYX Paychex, Inc.
PCAR PACCAR Inc
PDD PDD Holdings Inc.
PEP PepsiCo, Inc.
PLTR Palantir Technologies Inc.
PYPL PayPal Holdings, Inc.
QCOM QUALCOMM Incorporated
REGN Regeneron Pharmaceuticals, Inc.
RIVN Rivian Automotive, Inc.
ROKU Roku, Inc.
ROP Roper Technologies, Inc.
ROST Ross Stores, Inc.
RYAAY Ryanair Holdings plc
SBUX Starbucks Corporation
SHOP Shopify Inc.
SMCI Super Micro Computer, Inc.
SNPS Synopsys, Inc.
SOFI SoFi Technologies, Inc.
TCOM Trip.com Group Limited
TEAM Atlassian Corporation
TMUS T-Mobile US, Inc.
TROW T. Rowe Price Group, Inc.
TSCO Tractor Supply Company
TSLA Tesla, Inc.
TTD The Trade Desk, Inc.
TTWO Take-Two Interactive Software, Inc.
TXN Texas Instruments Incorporated
UAL United Airlines Holdings, Inc.
ULTA Ulta Beauty, Inc.
VRSK Verisk Analytics, Inc.
VRTX Vertex Pharmaceuticals Incorporated
WDAY Workday, Inc.
XEL Xcel Energy Inc.
ZM Zoom Communications, Inc.
ZS Zscaler, Inc.
QQQ Invesco QQQ Trust
TLT iShares 20+ Year Treasury Bond ETF
`,
  PCX: `
SPY SPDR S&P 500 ETF Trust
VOO Vanguard S&P 500 ETF
IVV iShares Core S&P 500 ETF
VTI Vanguard Total Stock Market ETF
VEA Vanguard FTSE Developed Markets ETF
VWO Vanguard FTSE Emerging Markets ETF
DIA SPDR Dow Jones Industrial Average ETF Trust
IWM iShares Russell 2000 ETF
GLD SPDR Gold Shares
SLV iShares Silver Trust
XLE The Energy Select Sector SPDR Fund
XLF The Financial Select Sector SPDR Fund
XLK The Technology Select Sector SPDR Fund
XLV The Health Care Select Sector SPDR Fund
SCHD Schwab U.S. Dividend Equity ETF
EEM iShares MSCI Emerging Markets ETF
`,
};
